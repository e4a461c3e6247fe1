import { expect, test } from 'vitest'
import { allCommands, listedCommands } from '../../src/cli/commands/commands.ts'
import { settingVariable, settingKeys } from '../../src/cli/configuration/settings.ts'
import { manPage } from '../../src/cli/man-page.ts'

const page = manPage('1.2.3')

test('the man page has a section for every command, with all its options', () => {
  for (const { name: command, options } of allCommands) {
    const title = command === null ? 'WITHOUT A COMMAND' : `OF ${command.toUpperCase()}`
    const section = page.split(`.SH OPTIONS ${title}\n`)[1]?.split('\n.SH ')[0] ?? ''
    const lacking = options.filter(({ name }) => !section.includes(plain(`--${name}`)))
    expect([command, lacking.map(({ name }) => name)]).toEqual([command, []])
  }
})

test('every command has a form', () => {
  expect([...listedCommands]).toEqual(expect.arrayContaining([...allCommands]))
})

test('the man page names the version, the exit statuses and all variables', () => {
  expect(page).toMatch(/^\.TH ACP-PLAN-TUI 1 "" "acp-plan-tui 1\.2\.3"/)
  for (const key of settingKeys) expect(page).toContain(settingVariable(key))
  for (const name of ['ACP_PLAN_TUI_LOG', '$XDG_STATE_HOME']) expect(page).toContain(name)
  expect(page.split('.SH EXIT STATUS')[1]?.match(/^\.TP$/gm)).toHaveLength(10)
})

test('no help of the man page leads to what stands only in --help', () => {
  expect(page).not.toContain('see below')
})

test('no text of the man page is an instruction, or has characters that not every man shows', () => {
  for (const line of page.split('\n').filter((each) => !/^\.(?:TH|SH|TP|br)\b/.test(each))) {
    expect(line).not.toMatch(/^[.']/)
    expect(line).toMatch(/^[ -~]*$/)
  }
})

function plain(text: string): string {
  return text.replaceAll('-', String.raw`\-`)
}
