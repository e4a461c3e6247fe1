import {
  chmodSync,
  mkdirSync,
  existsSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { addAgent } from '../../../src/cli/configuration/add-agent.ts'
import { readConfigText } from '../../../src/cli/configuration/check-config.ts'
import type { Host } from '../../../src/cli/host/host.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

let folder: string
let file: string
let said: string

beforeEach(() => {
  folder = emptyFolder()
  file = path.join(folder, 'acp-plan-tui', 'config.json')
  said = ''
})
function add(name: string, ...command: readonly [string, ...string[]]): ReturnType<typeof addAgent> {
  const host = {
    process: { env: { XDG_CONFIG_HOME: folder } },
    writeNow: (_to: number, text: string) => void (said += text),
  }
  return addAgent({ name, command }, host as unknown as Host)
}

function write(text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const faultOf = (added: ReturnType<typeof addAgent>): string => (added.ok ? '' : added.problem.message)
const written = (): string => readFileSync(file, 'utf8')

test('a new file has the agent, and only its owner reads it', () => {
  expect(add('work', 'my-agent', '--acp', 'a b')).toMatchObject({ ok: true })
  expect(JSON.parse(written())).toEqual({
    agents: { work: { command: 'my-agent', args: ['--acp', 'a b'] } },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(said).toBe(`Agent “work” is added to ${file}:3.\nStart it with: acp-plan-tui --agent work\n`)
})

test('comments, line ends, other entries and the mode of the file stay', () => {
  const [before, after] = ['// mine\r\n{\r\n    "theme": "light", /* day */\r\n', '}\r\n// end\r\n']
  write(
    before + after.replace('}', '    "agents": {\r\n        "a": { "command": "x" } // last\r\n    }\r\n}'),
  )
  chmodSync(file, 0o644)
  expect(add("it's", 'y')).toMatchObject({ ok: true })
  const text = written()
  expect(text.startsWith(before)).toBe(true)
  expect(text.endsWith(after)).toBe(true)
  expect(text).toContain('// last')
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(readConfigText(text, file)).toMatchObject({
    faults: [],
    agents: [
      { name: 'a', command: ['x'] },
      { name: "it's", command: ['y'] },
    ],
  })
  expect(statSync(file).mode & 0o777).toBe(0o644)
  expect(said).toContain(`--agent 'it'\\''s'`)
})

test.each([
  [
    'a name that is taken',
    '{\n "agents": {"a": {"command": "x"}}}',
    /there is an agent “a” already, in .*:2/,
  ],
  ['no JSON', '{"theme": }', /:1:11/],
  ['agents that are no object', '{"agents": []}', /“agents” has a wrong value/],
  ['a fault elsewhere', '{"thme": "light"}', /thme/],
])('%s: nothing is written', (_what, text, message) => {
  write(text)
  expect(faultOf(add('a', 'y'))).toMatch(message)
  expect([written(), said]).toEqual([text, ''])
})

test('a file that is a link stays one', () => {
  const target = path.join(folder, 'dotfiles.json')
  writeFileSync(target, '{}')
  mkdirSync(path.dirname(file))
  symlinkSync(target, file)
  expect(add('a', 'y')).toMatchObject({ ok: true })
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'utf8')).toContain('"a"')
})

test('a folder that cannot be made is named', () => {
  writeFileSync(path.join(folder, 'acp-plan-tui'), '')
  expect(faultOf(add('a', 'y'))).toBe(`the configuration ${file}: there is no such folder`)
  expect(existsSync(file)).toBe(false)
})
