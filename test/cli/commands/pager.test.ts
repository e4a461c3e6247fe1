import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { pagerCommand, showInPager } from '../../../src/cli/commands/help-run.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { nodeProgram } from '../../support/node-program.ts'

describe('the pager', () => {
  test.each([
    [{}, 'linux', ['less']],
    [{}, 'win32', ['more']],
    [{ PAGER: 'less -R  -S' }, 'linux', ['less', '-R', '-S']],
    [{ PAGER: '' }, 'linux', null],
    [{ PAGER: ' ' }, 'linux', null],
    [{ PAGER: 'cat' }, 'linux', null],
  ] as const)('of %j on %s is %j', (environment, platform, command) => {
    expect(pagerCommand({ environment, platform })).toEqual(command)
  })

  test('that is not there shows nothing', async () => {
    const environment = { PAGER: '/no/such/pager' }
    expect(await showInPager('text', { environment, platform: 'linux' })).toBe(false)
  })

  test('gets the whole text, and may leave early', async () => {
    const folder = emptyFolder()
    const written = JSON.stringify(folder)
    const code =
      `const { createWriteStream, writeFileSync } = require('node:fs')\n` +
      `process.stdin.pipe(createWriteStream(${written} + '/seen'))\n` +
      `writeFileSync(${written} + '/less', process.env.LESS)\n`
    const [reads, leaves] = [nodeProgram(folder, 'reads', code), nodeProgram(folder, 'leaves', '')]
    const text = 'a line\n'.repeat(100_000)
    const environment = { PATH: process.env['PATH'] }
    const parts = (pager: string) => ({
      environment: { ...environment, PAGER: pager },
      platform: process.platform,
    })
    expect(await showInPager(text, parts(reads))).toBe(true)
    expect(readFileSync(path.join(folder, 'seen'), 'utf8')).toBe(text)
    expect(readFileSync(path.join(folder, 'less'), 'utf8')).toBe('FRX')
    expect(await showInPager(text, parts(leaves))).toBe(true)
  })
})
