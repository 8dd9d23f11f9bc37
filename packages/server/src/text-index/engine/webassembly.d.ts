// What is used of WebAssembly. TypeScript declares it with the browser's library only.
declare namespace WebAssembly {
  class Memory {
    constructor(description: { initial: number; maximum: number; shared: true })
    /** Another one after the memory has grown. */
    readonly buffer: SharedArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } })
    readonly exports: Readonly<Record<string, unknown>>
  }
  class Global {
    readonly value: number
  }
}
