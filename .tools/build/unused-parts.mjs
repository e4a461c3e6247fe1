import path from 'node:path'
import { fileURLToPath } from 'node:url'

const standIn = path.join(path.dirname(fileURLToPath(import.meta.url)), 'unused-parts.js')

/** What marked-terminal brings along and nothing here uses, for esbuild's `alias`. */
export const withoutUnusedParts = Object.fromEntries(
  ['cli-highlight', 'cli-table3', 'node-emoji', 'supports-hyperlinks'].map((name) => [name, standIn]),
)
