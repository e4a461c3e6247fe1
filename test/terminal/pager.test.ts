import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { pagerCommand, showInPager } from '../../src/terminal/pager.ts'

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

  test.skipIf(process.platform === 'win32')('gets the whole text, and may leave early', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-plan-tui-pager-'))
    const [reads, leaves] = [path.join(folder, 'reads'), path.join(folder, 'leaves')]
    writeFileSync(reads, `#!/bin/sh\ncat > ${folder}/seen\nprintf %s "$LESS" > ${folder}/less\n`)
    writeFileSync(leaves, '#!/bin/sh\nexit 0\n')
    for (const file of [reads, leaves]) chmodSync(file, 0o755)
    const text = 'a line\n'.repeat(100_000)
    const environment = { PATH: process.env['PATH'] }
    const parts = (pager: string) => ({
      environment: { ...environment, PAGER: pager },
      platform: 'linux' as const,
    })
    expect(await showInPager(text, parts(reads))).toBe(true)
    expect(readFileSync(path.join(folder, 'seen'), 'utf8')).toBe(text)
    expect(readFileSync(path.join(folder, 'less'), 'utf8')).toBe('FRX')
    expect(await showInPager(text, parts(leaves))).toBe(true)
  })
})
