/** Khronos' validator: as much of it as the tests use. */
declare module 'gltf-validator' {
  export interface Issue {
    code: string;
    message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    severity: 0 | 1 | 2 | 3;
    /** JSON pointer. */
    pointer?: string;
  }

  export interface Report {
    issues: {
      numErrors: number;
      numWarnings: number;
      numInfos: number;
      numHints: number;
      messages: Issue[];
      truncated: boolean;
    };
  }

  const validator: {
    /** Rejects when the bytes are no glTF at all. @param options `maxIssues`: 0 for all */
    validateBytes(
      bytes: Uint8Array,
      options?: { maxIssues?: number; format?: 'glb'; writeTimestamp?: boolean },
    ): Promise<Report>;
  };
  export default validator;
}
