/** What the example of events in docs/viewer.md says that its page does. */

const viewer = document.querySelector('#pressed');
const what = document.querySelector('#what');

document
  .querySelector('#wave')
  ?.addEventListener('click', () =>
    (viewer as unknown as { play(options: object): void }).play({ loop: false }),
  );

const say = (text: string) => {
  if (what) what.textContent = text;
};

viewer?.addEventListener('finish', () => say('Waved.'));
viewer?.addEventListener('select', (event) => {
  const { pieceName, triangle, nodes } = (event as CustomEvent).detail;
  say(`${pieceName}, triangle ${triangle}, moved by ${nodes.join(', ')}`);
});
