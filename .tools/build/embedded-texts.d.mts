import type { Plugin } from 'esbuild'

export declare const embeddedTexts: Plugin
export declare const embeddedTextsForTests: object
