import type { ElicitationContent } from '../../../src/app/state/elicitation.ts'
import { fields } from '../../app/elicitation-fields.ts'
import { expectScreens } from '../stack/golden-screens.ts'
import { askedWith, everyKind, formOf } from './asked-forms.ts'

const page: ElicitationContent = {
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

expectScreens(
  {
    form: { state: askedWith(everyKind) },
    'form-choice': { like: 'form', state: askedWith(everyKind), keys: ['down'] },
    'form-text': { state: askedWith(everyKind), keys: ['tab', ...'wörk'.split(''), 'left'] },
    'form-errors': {
      like: 'form-text',
      state: askedWith(everyKind),
      keys: ['tab', 'a', 'tab', 'backspace', 'x', 'ctrl-s'],
    },
    'form-several': {
      like: 'form',
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
      like: 'page',
      state: askedWith(page, { message: 'Log in to your repositories, please.' }),
      keys: ['o', 'pause'],
    },
    'page-refused': {
      state: askedWith({ ...page, url: 'file:///etc/passwd' }, { message: 'Look at this.' }),
    },
  },
  { foreign: 'ö' },
)
