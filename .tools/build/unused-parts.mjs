import path from 'node:path'
import { fileURLToPath } from 'node:url'

const standIn = path.join(path.dirname(fileURLToPath(import.meta.url)), 'unused-parts.js')

/** Dependencies of marked-terminal that are not used here, for esbuild's `alias`. */
export const withoutUnusedParts = Object.fromEntries(
  ['cli-highlight', 'cli-table3', 'node-emoji', 'supports-hyperlinks'].map((name) => [name, standIn]),
)
