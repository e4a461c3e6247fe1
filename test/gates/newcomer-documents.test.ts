import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { additions } from '../planted/additions.ts'
import { allCommands } from '../../src/cli/commands/commands.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const templates = readdirSync(path.join(root, '.github/ISSUE_TEMPLATE'))
  .filter((name) => name !== 'config.yml')
  .map((name) => `.github/ISSUE_TEMPLATE/${name}`)
const contributing = '.github/CONTRIBUTING.md'
const documents = [contributing, ...templates]

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

/** What stands as code in a document, with the lines of its blocks. */
function codeOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const words = text.replaceAll(/^```\w*\n[\s\S]*?^```$/gm, '')
  return [...blocks, ...[...words.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)].map((code) =>
    code.replace(/\s+#.*/, '').trim(),
  )
}

const codes = documents.flatMap((file) => codeOf(read(file)).map((code) => ({ file, code })))
/** The words behind the name of a command, wherever code begins with it. */
function uses(command: string): readonly (readonly string[])[] {
  return codes
    .filter(({ code }) => code.startsWith(`${command} `))
    .map(({ code }) => code.slice(command.length + 1).split(' '))
}

describe('what newcomers read names what exists:', () => {
  test('files and folders', () => {
    const paths = codes
      .map(({ code }) => code)
      .filter((code) => /^\.?(?:src|test|tools|github|ci)\/[\w./-]+$/.test(code))
    expect(paths.length).toBeGreaterThan(15)
    expect(paths.filter((place) => !existsSync(path.join(root, place)))).toEqual([])
  })

  test('files that its links lead to', () => {
    const links = [...read(contributing).matchAll(/\]\(((?!https?:)[^)#]+)\)/g)].map(([, to = '']) => to)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((to) => !existsSync(path.join(root, '.github', to)))).toEqual([])
  })

  test('scripts of npm, and tests to give to them', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
    const words = uses('npm run')
    expect(words.length).toBeGreaterThan(6)
    expect(words.map(([name = '']) => name).filter((name) => !(name in scripts))).toEqual([])
    const tests = words.flatMap((word) => word.filter((each) => each.startsWith('test/')))
    expect(tests.filter((place) => !existsSync(path.join(root, place)))).toEqual([])
    const gates = [...read(contributing).matchAll(/\bcheck:\w+/g)].map(([name]) => name)
    expect(new Set(gates)).toEqual(new Set(Object.keys(scripts).filter((name) => name.startsWith('check:'))))
  })

  test('commands and options of the program', () => {
    const lines = uses('acp-plan-tui')
    expect(lines.length).toBeGreaterThan(6)
    const refused = lines.filter((words) => !parseArguments(words).ok).map((words) => words.join(' '))
    expect(refused).toEqual([])
    const options = documents.flatMap((file) => [...read(file).matchAll(/(?<=[` ])--[a-z][a-z-]+/g)])
    const known = allCommands.flatMap(({ options }) => options).map(({ name }) => `--${name}`)
    expect(options.map(([option]) => option).filter((option) => !known.includes(option))).toEqual([])
  })

  test('each kept example of an addition, with its test', () => {
    for (const { folder: name } of additions) {
      expect(read(contributing)).toContain(`\`test/planted/${name}\`, \`test/planted/${name}.test.ts\``)
      expect(read('src/README.md')).toContain(`test/planted/${name}`)
    }
  })
})

describe('issue templates', () => {
  interface Template {
    readonly name: string
    readonly description: string
    readonly body: readonly {
      readonly type: string
      readonly id?: string
      readonly attributes?: { readonly label?: string; readonly value?: string; readonly options?: unknown }
    }[]
  }
  const types = ['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']

  test.each(templates)('%s is a form: each field has a type, a label, and an id of its own', (file) => {
    const { name, description, body } = parse(read(file)) as Template
    expect([name, description].filter((text) => text.length > 0)).toHaveLength(2)
    const fields = body.filter(({ type }) => type !== 'markdown')
    expect(body.map(({ type }) => type).filter((type) => !types.includes(type))).toEqual([])
    expect(fields.filter(({ id, attributes }) => !id || !attributes?.label)).toEqual([])
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
  })

  test.each(['--version', '--log', '--record', '--redact', 'replay'])('a bug report asks for %s', (word) => {
    expect(read('.github/ISSUE_TEMPLATE/bug.yml')).toContain(word)
  })
})

test('the workflow runs .ci/run on three versions of Node and three systems', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Record<
      string,
      { strategy: { matrix: unknown }; steps: readonly { run?: string; shell?: string }[] }
    >
  }
  expect(jobs['run']?.strategy.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24],
  })
  expect(jobs['run']?.steps.filter(({ run }) => run !== undefined)).toEqual([
    { run: '.ci/run', shell: 'bash' },
  ])
  // Git keeps this mode for systems that have none.
  if (process.platform !== 'win32') expect(statSync(path.join(root, '.ci/run')).mode & 0o111).not.toBe(0)
})
