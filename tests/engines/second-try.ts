/** Says by name which journeys passed only when they ran once more: each may be a fault that comes now and then. */
import type { Reporter, TestModule } from 'vitest/node';

export class SecondTry implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky)
          process.stdout.write(`Passed at the second try: ${test.fullName} in ${test.project.name}\n`);
  }
}
