// Runs the packed package on other versions of Node, which npm downloads: node .tools/try-nodes.mjs [20 22 24]
// Not part of `npm test`, since it needs the network.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
// On Windows npm is a script, which Node's own `spawn` does not start.
import spawn from 'cross-spawn'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const asked = process.argv.slice(2)
const versions = asked.length > 0 ? asked : ['20', '22', '24']
const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-plan-tui-nodes-'))

function run(args, cwd) {
  const { status, stdout, stderr } = spawn.sync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
  return stdout.trim()
}

/** Output of the program on a Node: its version, the list of demos, a demo as text, and a recording rendered to all formats. */
function tryNode(version) {
  const bin = path.join(folder, 'node_modules/acp-plan-tui/bin/acp-plan-tui.js')
  const on = (...args) => run(['exec', '--yes', `--package=node@${version}`, '--', 'node', ...args], folder)
  const node = on('--version')
  const [own] = on(bin, '--version').split('\n')
  const demos = on(bin, 'demo', '--list').split('\n').length
  const shown = on(bin, 'demo', 'checklist', '--format', 'text').split('\n').length
  return `Node ${node}: ${own}, ${demos} lines of demos, ${shown} lines of a demo, rendered ${rendered(version, on)}`
}

/** A short hash of the rendered files, which are the same on every Node. */
function rendered(version, on) {
  const bin = path.join(folder, 'node_modules/acp-plan-tui/bin/acp-plan-tui.js')
  const recording = path.join(root, '.tools/picture/demo.ndjson')
  const files = ['svg', 'cast', 'gif', 'png', 'txt', 'md', 'json'].map((ending) =>
    path.join(folder, `node-${version}.${ending}`),
  )
  on(bin, 'render', recording, '--history', ...files.flatMap((file) => ['-o', file]))
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  const digits = hash.digest('hex').slice(0, 12)
  renderings.add(digits)
  if (renderings.size > 1)
    throw new Error(`renders other bytes than another Node: ${[...renderings].join(', ')}`)
  return digits
}

const renderings = new Set()

let failures = 0
try {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  run(['pack', '--silent', '--pack-destination', folder], root)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  run(['install', '--offline', '--no-audit', '--no-fund', path.join(folder, tarball)], folder)
  for (const version of versions) {
    try {
      console.log(tryNode(version))
    } catch (cause) {
      failures++
      console.error(`Node ${version}: ${cause.message}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
