export declare function cachedScript(module: {
  path: string
  text: string
}): { path: string; contents: string }[]
