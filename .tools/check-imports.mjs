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

// Folders that stand side by side, at two levels below src, import each other in one direction only.
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 3).join('/')
const imports = new Map()
for (const { source, dependencies } of result.modules)
  for (const { resolved } of dependencies) {
    const [from, to] = [folderOf(source), folderOf(resolved)]
    if (from.startsWith('src/') && to.startsWith('src/') && from !== to)
      imports.set(`${from} ${to}`, `${source} imports ${resolved}`)
  }
const back = (pair) => pair.split(' ').toReversed().join(' ')
const isTied = (pair) => imports.has(pair) && imports.has(back(pair))
const tied = [...imports.keys()].filter((pair) => isTied(pair) && pair < back(pair))
for (const pair of tied)
  console.error(
    `imports: ${pair.replace(' ', ' and ')} import each other:\n  ${imports.get(pair)}\n  ${imports.get(back(pair))}`,
  )
const parsed = result.modules.some(
  (module) => module.source.startsWith('src/') && module.dependencies.length > 0,
)
if (totalCruised === 0 || !parsed) console.error('imports: no module was looked at')
process.exitCode = error > 0 || tied.length > 0 || totalCruised === 0 || !parsed ? 1 : 0
