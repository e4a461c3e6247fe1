// Checks the import rules (.dependency-cruiser.cjs). Also fails where no module was found: without its parser, dependency-cruiser
// reports no violations.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// dependency-cruiser 17, the last version for Node 20, parses .tsx files without JSX. It reads the parser's functions when it is
// loaded, so they are replaced before. Not needed for version 18.
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') })
const { cruise, format } = await import('dependency-cruiser')
const { default: extractOptions } = await import('dependency-cruiser/config-utl/extract-depcruise-options')

const folders = ['src', 'test'].filter((folder) => existsSync(folder))
const { output: result } = await cruise(
  folders,
  await extractOptions(path.resolve('.dependency-cruiser.cjs')),
)
const { output } = await format(result, { outputType: 'err' })
console.log(output)
const { totalCruised, error } = result.summary
const parsed = result.modules.some(
  (module) => module.source.startsWith('src/') && module.dependencies.length > 0,
)
if (totalCruised === 0 || !parsed) console.error('imports: no module was looked at')
process.exitCode = error > 0 || totalCruised === 0 || !parsed ? 1 : 0
