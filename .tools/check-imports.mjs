// Checks who imports what (.dependency-cruiser.cjs). Fails, too, where nothing was looked at: without its parser
// dependency-cruiser finds no modules and says that all is well.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cruise, format } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

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
