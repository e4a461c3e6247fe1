import { shortened } from '../../lib/text/listed-words.ts'
import { describeField } from '../../app/words/question.ts'
import type { ElicitationField, ElicitationRequest, FieldValue } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import { dangerOfOption } from '../../app/risk/danger.ts'
import { safestFirst, type PermissionRequest } from '../../app/state/permission.ts'
import type { Question } from '../../app/state/question.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'

/** The fields of a form that are filled in so far. */
export interface FormInput {
  /** The elicitation's. */
  readonly key: number
  readonly given: readonly (readonly [ElicitationField, FieldValue | null])[]
}

const longest = 200

/** How to answer a question: a sentence for each option, the safest first. `savePath`: where a plan would be saved. Raw. */
export function questionSentences(
  question: Question,
  form: FormInput | null,
  savePath: string | null = null,
): readonly SafeText[] {
  switch (question.kind) {
    case 'permission':
      return permissionSentences(question.request)
    case 'elicitation':
      return elicitationSentences(question.request, form)
    case 'proposal':
      if ('mode' in question.about)
        return [
          safe`The agent is in the mode ${shownLine(question.about.mode)}, and cannot ask whether to leave it.`,
          safe`Type /refine to continue planning, or /implement to leave the mode and go on.`,
        ]
      return [
        safe`The agent has proposed a plan; /plans says it.`,
        safe`Type /refine to continue planning, /save to save it${savePath === null ? safe`` : safe` to ${safeLine(savePath)}`}, or /implement to implement it.`,
      ]
  }
}

const warnings = {
  'changes-mode': safe` Careful: this also changes the mode.`,
  'more-than-once': safe` Careful: this allows more than this one action.`,
  everything: safe` Careful: this allows everything that the agent will do.`,
} as const

function permissionSentences({ options }: PermissionRequest): readonly SafeText[] {
  const safest = safestFirst(options)
  const said = safest.map((option, index) => {
    const danger = dangerOfOption(option)
    const warning = danger === null ? safe`` : warnings[danger]
    return safe`Type ${index + 1} for: ${safeLine(`${(option.name || option.id).slice(0, longest)}.`)}${warning}`
  })
  if (said.length === 0) return [safe`It offers no answers: /cancel stops the turn.`]
  const rejects = safest.some(({ kind }) => kind.startsWith('reject'))
  return rejects
    ? [...said, safe`Words after the number of a rejection are sent to the agent with it.`]
    : said
}

function elicitationSentences(
  { mode, key }: ElicitationRequest,
  form: FormInput | null,
): readonly SafeText[] {
  if (mode.type === 'url') return pageSentences(mode.url)
  const at = form?.key === key ? form.given.length : 0
  const field = mode.fields[at]
  if (field === undefined) return [safe`Type yes to agree, or no to decline.`]
  const place = safe`Field ${at + 1} of ${mode.fields.length}`
  return [...fieldSentences(field, place), safe`Type the answer, or /decline for no answer at all.`]
}

function pageSentences(url: string): readonly SafeText[] {
  const address = pageAddress(url)
  if (!address.ok)
    return [
      safe`The page is ${line(url)}`,
      safe`It is not opened: ${line(address.problem)}. Type no to decline.`,
    ]
  return [
    safe`The page is ${line(address.value.href)}`,
    safe`Its host is ${line(address.value.host)}. Type yes to open it in your browser, or no to decline.`,
  ]
}

function fieldSentences(field: ElicitationField, place: SafeText): readonly SafeText[] {
  const needed = field.isRequired ? '' : ' It may be left empty.'
  const takes = describeField(field)
  const name = takes === null ? field.title || field.name : `${field.title || field.name}, ${takes}`
  const words = field.description === null ? [name] : [name, field.description]
  const choices =
    field.type === 'choice' || field.type === 'choices'
      ? field.choices.map(
          ({ title, description }, index) =>
            safe`Type ${index + 1} for: ${line(description === null ? title : `${title}: ${description}`)}.`,
        )
      : field.type === 'boolean'
        ? [safe`Type yes or no.`]
        : []
  const several = field.type === 'choices' ? [safe`Separate several with commas.`] : []
  const preset = presetOf(field)
  const empty = preset === null ? [] : [safe`An empty line chooses: ${line(shownValue(field, preset))}.`]
  return [safe`${place}: ${line(`${sentences(words)}${needed}`)}`, ...choices, ...several, ...empty]
}

function sentences(words: readonly string[]): string {
  return words.map((each) => (/[.!?…]$/.test(each) ? each : `${each}.`)).join(' ')
}

/** The default of a field; null: none. */
export function presetOf(field: ElicitationField): FieldValue | null {
  return Array.isArray(field.value) && field.value.length === 0 ? null : field.value
}

function shownValue(field: ElicitationField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.type !== 'choice' && field.type !== 'choices') return String(value)
  const picked = typeof value === 'object' ? value : [value]
  return field.choices.flatMap((choice) => (picked.includes(choice.value) ? [choice.title] : [])).join(', ')
}

function line(raw: string): SafeText {
  return safeLine(shortened(raw, longest * 2))
}
