import type { Plugin } from 'esbuild'

export declare const protocolSchemas: Plugin
export declare const protocolSchemasForTests: object
