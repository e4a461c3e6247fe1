import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage, urlOpener } from '../../src/terminal/open-url.ts'
import { patienceMs } from '../support/changes.ts'
import { emptyFolder } from '../support/empty-folder.ts'

let folder: string
let failures: string[]

beforeEach(() => {
  folder = emptyFolder()
  failures = []
})

/** A program that writes down what it was called with, and ends so. */
function program(name: string, status = 0): string {
  const path = join(folder, name)
  const script = `#!/bin/sh\nfor each in "$@"; do echo "$each"; done > "${path}.part"\nmv "${path}.part" "${path}.args"\nexit ${status}\n`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return path
}

async function argumentsOf(path: string): Promise<readonly string[]> {
  await vi.waitUntil(() => existsSync(`${path}.args`), { timeout: patienceMs, interval: 5 })
  return readFileSync(`${path}.args`, 'utf8').trimEnd().split('\n')
}

function open(url: string, environment: Readonly<Record<string, string>>): void {
  urlOpener({ platform: 'linux', environment, onFailed: (words) => failures.push(words) })(url)
}

test('the program in $BROWSER gets the normalised address, without a shell', async () => {
  const browser = program('browser')
  open('https://example.org/a b?c=$(id)&d=`id`;e#"f"', { BROWSER: browser })
  expect(await argumentsOf(browser)).toEqual(['https://example.org/a%20b?c=$(id)&d=`id`;e#%22f%22'])
  expect(failures).toEqual([])
})

test('a file of this program is opened in the same way', async () => {
  const browser = program('browser')
  const environment = { BROWSER: browser }
  await openPage('/tmp/a report.html', {
    platform: 'linux',
    environment,
    onFailed: (words) => failures.push(words),
  })
  expect(await argumentsOf(browser)).toEqual(['file:///tmp/a%20report.html'])
})

test('$BROWSER may name several, with arguments', async () => {
  const browser = program('browser')
  open('https://example.org/', { BROWSER: `${join(folder, 'none at all')}::${browser} --new %s -x` })
  expect(await argumentsOf(browser)).toEqual(['--new', 'https://example.org/', '-x'])
})

test('without $BROWSER the system opens it', async () => {
  const opener = program('xdg-open')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`)
  open('http://example.org', { BROWSER: join(folder, 'missing') })
  expect(await argumentsOf(opener)).toEqual(['http://example.org/'])
  vi.unstubAllEnvs()
})

test('a missing browser is reported', async () => {
  vi.stubEnv('PATH', folder)
  open('http://example.org', {})
  await vi.waitUntil(() => failures.length === 1, { timeout: patienceMs, interval: 5 })
  vi.unstubAllEnvs()
  open('http://example.org', { BROWSER: 'none' })
  expect(failures).toEqual(
    new Array(2).fill('No browser could be started: the address can be copied from the question.'),
  )
})

test('a failure of the system’s opener is reported', async () => {
  program('xdg-open', 3)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`)
  open('http://example.org', {})
  await vi.waitUntil(() => failures.length === 1, { timeout: patienceMs, interval: 5 })
  expect(failures).toEqual(['xdg-open could not open the page (status 3): its address can be copied.'])
  vi.unstubAllEnvs()
})

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nonsense',
  '--version',
  'https://a@b/',
  'vscode://x',
])('%s is not opened', async (url) => {
  const browser = program('browser')
  open(url, { BROWSER: browser })
  open('https://example.org/', { BROWSER: browser })
  expect(await argumentsOf(browser)).toEqual(['https://example.org/'])
  expect(failures).toEqual([])
})
