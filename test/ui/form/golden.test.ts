import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { ElicitationAsks } from '../../../src/app/state/elicitation.ts'
import { fields } from '../../app/elicitation-fields.ts'
import { dark, loadedShelf, plainAscii, ShownScreen } from '../screen/shown-screen.ts'
import { askedWith, everyKind, formOf } from './asked-forms.ts'

const sizes = [
  { name: '40x12', columns: 40, rows: 12, theme: dark },
  { name: '80x24', columns: 80, rows: 24, theme: dark },
  { name: '120x40', columns: 120, rows: 40, theme: dark },
  { name: '80x24.ascii', columns: 80, rows: 24, theme: plainAscii },
] as const

interface Scene {
  readonly state: AppState
  readonly keys?: readonly string[]
}

const page: ElicitationAsks = {
  type: 'url',
  url: `https://login.example.org:8443/oauth/authorize?client_id=abc123&state=${'xyz789-'.repeat(12)}&scope=repo`,
  elicitationId: 'e1',
}
const long = 'Which of the packages should the new tokenizer live in, and who may see it? '.repeat(6)
const many = formOf(
  ...Array.from({ length: 60 }, (_, at) =>
    fields.text({ name: `f${at}`, title: `Field ${at}`, isRequired: at % 7 === 0 }),
  ),
)

const scenes: Readonly<Record<string, Scene>> = {
  form: { state: askedWith(everyKind) },
  'form-choice': { state: askedWith(everyKind), keys: ['down'] },
  'form-text': { state: askedWith(everyKind), keys: ['tab', ...'wörk'.split(''), 'left'] },
  'form-errors': { state: askedWith(everyKind), keys: ['tab', 'a', 'tab', 'backspace', 'x', 'ctrl-s'] },
  'form-several': {
    state: askedWith(everyKind),
    keys: ['tab', 'tab', 'tab', 'space', 'tab', 'down', 'space'],
  },
  'form-send': { state: askedWith(everyKind), keys: ['tab', 'tab', 'tab', 'tab', 'tab'] },
  'form-aside': { state: askedWith(everyKind), keys: ['escape'] },
  'form-long': {
    state: askedWith(
      { type: 'form', title: 'Where to', description: 'It can be moved later.', fields: [fields.text()] },
      { message: long },
    ),
    keys: ['pagedown'],
  },
  'form-many': { state: askedWith(many), keys: Array.from({ length: 30 }, () => 'down') },
  'form-empty': { state: askedWith(formOf(), { message: 'May I delete the folder build?' }) },
  page: { state: askedWith(page, { message: 'Log in to your repositories, please.' }) },
  'page-opened': {
    state: askedWith(page, { message: 'Log in to your repositories, please.' }),
    keys: ['o', 'pause'],
  },
  'page-refused': { state: askedWith({ ...page, url: 'file:///etc/passwd' }, { message: 'Look at this.' }) },
}

describe.each(sizes)('$name', ({ name, columns, rows, theme }) => {
  test.each(Object.entries(scenes))('%s', async (scene, { state, keys = [] }) => {
    const shelf = await loadedShelf(theme)
    const screen = new ShownScreen(state, { columns, rows, shelf, theme, nowMs: 130_000 })
    screen.press(...keys)
    if (theme.ascii) expect(screen.text.replaceAll('ö', '')).toMatch(/^[\x20-\x7e\n]*$/)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${scene}.${name}.txt`)
  })
})
