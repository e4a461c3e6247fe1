import { lateRegExp } from '../../lib/memo.ts'
import type { PlanEntry } from '../../protocol/plans/plan-content.ts'

/** The words of a step that tell it from others. */
export interface StepWords {
  /** Stems in their order, without articles and the like, at most `maxWords`; a repeated one stands again. */
  readonly stems: readonly string[]
  /** The stems, joined by spaces; '' if the text has no words. Texts with the same ones say the same. */
  readonly joined: string
  /** What kind of work its first word says, if that is a known verb: "create" is "write". */
  readonly verb: string | undefined
}

/** Of a longer text only the beginning and the end are read, so that the cost of an entry is bounded. */
const headLength = 300
const tailLength = 100
const maxWords = 64

/**
 * The words without what agents change while they work: case, punctuation, English endings ("Splitting" is "split"),
 * the number in front ("2. Read"), and a status in front or behind ("[done] Read", "✅ Read", "Read (done)").
 */
export function wordsOfStep(text: string): StepWords {
  const all = text.length <= headLength + tailLength ? text : shortened(text)
  const lower = all.toLowerCase()
  const plain = isAscii.test(lower) ? lower : lower.normalize('NFKC').replace(keycap, '$1. ')
  const bare = withoutNumberAndStatus(plain.trim())
  const stems = stemsIn(bare)
  const found = stems.length > 0 ? stems : stemsIn(plain)
  return { stems: found, joined: found.join(' '), verb: verbFamilies.get(found[0] ?? '') }
}

function shortened(text: string): string {
  return `${text.slice(0, headLength)} ${text.slice(-tailLength)}`
}

const isAscii = /^[\0-\x7f]*$/
const keycap = /([0-9])\ufe0f?\u20e3/g

const statusWords =
  'done|complete|completed|finished|ok|x|wip|in[ _-]progress|doing|active|current|started|todo|to do|pending|next|' +
  'cancelled|canceled|skipped|blocked|failed|完了|完成|已完成|进行中|進行中|待办|未完了|未着手|완료|진행 중|대기'
// Every repetition is bounded: hostile texts must not cost more than others.
const front = new RegExp(
  '^[\\s*>+•·-]{0,8}(?:' +
    // A number: "1. ", "2) ", "(3) ", "[4] ", "5 - ", "1.2: ", "Step 6: ".
    '(?:(?:step|task|todo|item) {1,2})?[#(\\[]?\\d{1,4}(?:\\.\\d{1,3}){0,3}(?:[.):\\]]{1,2}(?!\\d)|\\s{0,2}[-–—](?=\\s))' +
    // A status in brackets: "[done] ", "(in progress) ", "[x] ", "[ ] ".
    `|[[(【]\\s{0,2}(?:${statusWords}|[ ✓✔✗~-])?\\s{0,2}[\\])】]:?` +
    // A status before a colon or dash: "Done: ".
    `|(?:${statusWords})\\s{0,2}[:–—-](?=\\s))`,
)
const back = new RegExp(
  `(?:[[(【]\\s{0,2}(?:${statusWords}|[✓✔✗])\\s{0,2}[\\])】]|\\s[:–—-]\\s{1,2}(?:${statusWords}))[\\s.!…✓✔]{0,4}$`,
)
const mostMarks = 3

function withoutNumberAndStatus(text: string): string {
  let rest = text
  for (let count = 0; count < mostMarks; count++) {
    const mark = front.exec(rest)?.[0]
    if (mark === undefined) break
    rest = rest.slice(mark.length).trimStart()
  }
  return back.test(rest) ? rest.replace(back, '') : rest
}

/** A version ("3.5") is one word. */
const asciiWords = /[a-z0-9]+(?:\.\d+)*/g
const words = lateRegExp(String.raw`[\p{L}\p{N}\p{M}]+(?:\.\d+)*`, 'gu')
/** Scripts without spaces between words, and Korean, whose endings stand at the word. */
const unspacedLetter = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Hangul}]`
const unspaced = lateRegExp(`${unspacedLetter}+`, 'gu')
const isUnspaced = lateRegExp(`^${unspacedLetter}`, 'u')

function stemsIn(text: string): readonly string[] {
  const found: readonly string[] = isAscii.test(text)
    ? (text.match(asciiWords) ?? [])
    : (text.replace(unspaced(), ' $& ').match(words()) ?? [])
  const important = found.filter((word) => !unimportant.has(word))
  const stems: string[] = []
  for (const word of important.length > 0 ? important : found) {
    if (stems.length === maxWords) break
    if (word > lastAscii && isUnspaced().test(word)) addPairs(stems, word)
    else stems.push(stem(word))
  }
  return stems
}

const lastAscii = '\x7f'

/** Pairs of neighbouring characters stand for the words of a text without spaces. */
function addPairs(stems: string[], word: string): void {
  const characters = Array.from(word)
  if (characters.length === 1) stems.push(word)
  for (let at = 1; at < characters.length && stems.length < maxWords; at++)
    stems.push(`${characters[at - 1] ?? ''}${characters[at] ?? ''}`)
}

const unimportant = new Set(
  'a an the and or of to in on at for with from by as is are be it its this that then also all out into'.split(
    ' ',
  ),
)

/** The word without its ending; one of several for the same thing stands for all. */
function stem(word: string): string {
  const root = rootOf(word)
  return sameThings.get(root) ?? root
}

/** The word without English endings: "splitting" is "split", "dependencies" and "dependency" are "dependenci". */
function rootOf(word: string): string {
  const { length } = word
  if (length < 4) return word.endsWith('e') && length === 3 ? word.slice(0, 2) : word
  const one = word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, length - 1) : word
  const ending = one.endsWith('ing')
    ? 3
    : one.endsWith('ed') && !one.endsWith('eed')
      ? 2
      : one.endsWith('e')
        ? 1
        : 0
  const cut = one.slice(0, one.length - ending)
  const root = vowel.test(cut) ? cut : one
  const last = root.length - 1
  // The doubled letter of "splitting".
  if (last > 1 && root[last] === root[last - 1]) return root.slice(0, last)
  return root.endsWith('y') ? `${root.slice(0, last)}i` : root
}

const vowel = /[aeiouy]/

/** Verbs with which steps begin, and that say the same in a plan; the first stands for all. */
const verbFamilies = familiesOf([
  'read review inspect study explore examine look analyze analyse investigate understand',
  'write wrote written add create make made draft',
  'update revise edit refresh modify change rewrite rewrote rewritten adapt adjust',
  'delete remove drop erase',
  'fix repair resolve correct mend',
  'run ran execute launch',
  'test',
  'verify check validate confirm',
  'implement build built develop code',
  'refactor restructure reorganize reorganise',
  'move relocate migrate transfer port',
  'rename',
  'deploy release publish ship shipped',
  'find search locate grep',
  'install',
  'plan design',
])

const sameThings = familiesOf([
  'doc documentation docs',
  'config configuration',
  'repo repository',
  'dep dependency',
  'spec specification',
  'directory folder dir',
])

/** The root of each word → the root of the first one of its line. */
function familiesOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const families = new Map<string, string>()
  for (const line of lines) {
    const [first = '', ...others] = line.split(' ').map(rootOf)
    for (const root of [first, ...others]) families.set(root, first)
  }
  return families
}

/**
 * A number in front of a step: "1. ", "2) ", "(3) ", "[4] ", "5 - ", "1.2: ", "Step 6: ", a keycap. Every repetition is bounded: hostile
 * texts must not cost more than others.
 */
const stepNumber =
  /^\s{0,200}(?:\d\ufe0f?\u20e3|(?:(?:step|task|todo|item) {1,2})?[([]?\d{1,4}(?:\.\d{1,3}){0,3}(?:[.):\]]{1,2}(?=\s)|\s{0,2}[-–—](?=\s)))/i

/** A step as it is compared: without the number that the agent writes in front of it, and without blanks around it. */
export function withoutNumber(content: string): string {
  return content.replace(stepNumber, '').trim() || content.trim()
}

/**
 * Whether a step is worded in another way: in more than its number, and not only in the form that some agents give it while it is
 * in progress ("Reading", "Reading the parser" for "Read the parser and list its callers"), which says nothing new.
 */
export function isReworded(before: Worded, after: Worded): boolean {
  if (before.content === after.content || withoutNumber(before.content) === withoutNumber(after.content))
    return false
  const [isActive, wasActive] = [after.status === 'in_progress', before.status === 'in_progress']
  if (isActive === wasActive) return true
  return isActive ? !saysNoMore(after, before) : !saysNoMore(before, after)
}

type Worded = Pick<PlanEntry, 'content' | 'status'>

/** Whether all words of a text stand in another one, in the same order. */
function saysNoMore({ content }: Worded, other: Worded): boolean {
  const { stems } = wordsOfStep(content)
  const words = wordsOfStep(other.content).stems
  let found = 0
  for (const word of words) if (word === stems[found]) found++
  return stems.length > 0 && found === stems.length
}
