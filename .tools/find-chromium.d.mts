export declare function findChromium(env?: NodeJS.ProcessEnv): string | null
export declare const withoutChromium: string
