import type { Plugin } from 'esbuild'

export declare const scripts: Plugin
export declare const scriptsForTests: object
