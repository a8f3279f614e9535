declare module 'kaitai-struct-compiler' {
  interface Compiler {
    /**
     * @param ksy the format, parsed from YAML
     * @param importer of other formats; null for none
     * @param debug whether the code records where each field lies
     * @returns source by file name
     */
    compile(
      language: 'javascript',
      ksy: unknown,
      importer: null,
      debug: boolean,
    ): Promise<Record<string, string>>;
  }
  const compiler: Compiler;
  export default compiler;
}
