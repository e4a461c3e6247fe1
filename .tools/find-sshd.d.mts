export declare function findSshd(env?: NodeJS.ProcessEnv): string | null
export declare const withoutSshd: string
