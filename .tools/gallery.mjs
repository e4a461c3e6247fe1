// Makes the pictures of the manual's gallery with the program itself: the commands are those of src/manual/gallery.md, run at the root.
// Needs `npm run build`. Whether they are what would be made now is tested in test/program/picture.test.ts.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const page = readFileSync(path.join(root, 'src/manual/gallery.md'), 'utf8')

/** The words of each command, behind the program's name; a line that ends with a backslash goes on in the next. */
const commands = page
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.startsWith('acp-plan-tui render '))
  .map((line) => (line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', '')))

for (const words of commands) {
  const { status } = spawnSync(process.execPath, ['bin/acp-plan-tui.js', ...words], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
if (commands.length === 0) throw new Error('src/manual/gallery.md has no command')
