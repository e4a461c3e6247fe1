// What the manual says about settings and themes is what the program reads.
import { describe, expect, test } from 'vitest'
import {
  settingVariable,
  configKey,
  settingKeys,
  settingSpecs,
} from '../../../src/cli/configuration/settings.ts'
import { checkTheme } from '../../../src/cli/configuration/check-theme.ts'
import { readConfigText } from '../../../src/cli/configuration/check-config.ts'
import { publishedSchemas } from '../../../src/cli/published-schemas.ts'
import { colorNames, roles, styleFlags } from '../../../src/ui/paint/theme.ts'
import { shells } from '../../../src/cli/completion/completed-commands.ts'
import { codeIn, manualPage, tablesIn } from '../../support/manual.ts'

const page = manualPage('configuration.md')
const [settings = [], described = []] = tablesIn(page)
const [configuration = '', theme = ''] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, json = '']) => json,
)

describe('the page of the configuration', () => {
  test('lists every setting with its variable and its default', () => {
    expect(settings).toEqual(
      settingKeys.map((key) => {
        const { preset } = settingSpecs[key]
        const words = 'words' in preset ? preset.words : `\`${String(preset.value)}\``
        return [`\`${configKey(key)}\``, `\`${settingVariable(key)}\``, words]
      }),
    )
  })

  test('lists every role of a theme, as its schema describes it', () => {
    const { properties } = publishedSchemas['theme-schema.json'] as unknown as {
      readonly properties: Readonly<Record<string, { readonly description: string }>>
    }
    const words = (role: string): string => (properties[role]?.description ?? '').replace(/\.$/, '')
    expect(described.map(([role = '', does = '']) => [codeIn(role)[0], does])).toEqual(
      roles.map((role) => [role, words(role).slice(0, 1).toLowerCase() + words(role).slice(1)]),
    )
  })

  test('names all colours and parts of a style', () => {
    const names = codeIn(page)
    expect(colorNames.filter((name) => !name.startsWith('bright-') && !names.includes(name))).toEqual([])
    expect(styleFlags.filter((name) => !names.includes(name))).toEqual([])
  })

  test('shows a configuration and a theme without a fault', () => {
    expect(readConfigText(configuration, 'config.json').faults).toEqual([])
    expect(checkTheme(theme, { file: 'mine.json', depth: 'true' })).toMatchObject({ ok: true })
  })

  test('says how to install the completion of every shell', () => {
    for (const shell of shells) expect(page).toContain(`\nacp-plan-tui completion ${shell} >`)
  })
})
