import {
  comparedStep,
  countStep,
  isNearlySame,
  likeness,
  newComparer,
  surelySame,
  type ComparedStep,
  type StepComparer,
} from './likeness.ts'
import { areOtherSteps, type SharedIds, take, type Pairing, type Unpaired } from './pairing.ts'
import { wordsOfStep, type StepWords } from './step-words.ts'

/** "Write tests" is not a rewording of "Write docs". */
const alikeAbove = 0.5
/** Elsewhere in the list no neighbour speaks for it. */
const alikeAboveElsewhere = 0.65
/** A step that was done is seldom reworded and begun again: it is more likely another one. */
const reopenedPenalty = 0.2
/** Of two steps that are nearly as alike, the one in its place is the same. */
const inPlaceBonus = 0.1
const nearlySame = 0.9

/** What the search needs besides the lists. */
export interface LikenessOptions {
  /** The words of the free entries, by their index in their list. */
  readonly words: { readonly before: WordsByIndex; readonly after: WordsByIndex }
  readonly ids: SharedIds | null
}

type WordsByIndex = ReadonlyMap<number, StepWords>

/**
 * Pairs entries that are alike, the most alike first: with entries between the same neighbours, and with entries
 * anywhere that share rare words. Each is compared with a limited number of others, so the time is linear, except
 * for a sort. Returns the number of comparisons.
 */
export function pairByLikeness(pairing: Pairing, free: Unpaired, options: LikenessOptions): number {
  if (free.before.length === 0 || free.after.length === 0) return 0
  const comparer = newComparer()
  const steps = new Map<number, ComparedStep>()
  for (const [index, words] of options.words.before) {
    const step = comparedStep(comparer, words)
    countStep(comparer, step)
    steps.set(index, step)
  }
  const search: Search = { pairing, comparer, steps, rare: rareStems(free, steps), ids: options.ids }
  const open = openSteps(search, free, options.words.after)
  const found = candidatesFor(search, open)
  takeInOrder(
    pairing,
    found.filter(({ isSure }) => isSure),
  )
  const left = open.filter(({ index }) => pairing.partners[index] === -1)
  if (left.length === 0 || !comparer.isDoubtful || steps.size >= sampled) takeInOrder(pairing, found)
  else {
    countSample(pairing, comparer, steps)
    takeInOrder(pairing, candidatesFor(search, left))
  }
  return comparer.comparisons
}

function takeInOrder(pairing: Pairing, candidates: readonly Candidate[]): void {
  for (const { index, partner } of candidates) {
    if (pairing.partners[index] === -1 && pairing.isTaken[partner] === 0) take(pairing, index, partner)
  }
}

interface Search {
  readonly pairing: Pairing
  readonly comparer: StepComparer
  /** The free entries before. */
  readonly steps: ReadonlyMap<number, ComparedStep>
  /** The free entries before that have a rare stem. */
  readonly rare: ReadonlyMap<number, readonly number[]>
  readonly ids: SharedIds | null
}

/** An entry after, and one before that may be the same step. */
interface Candidate {
  readonly index: number
  readonly partner: number
  readonly score: number
  /** Frequent words could not change it. */
  readonly isSure: boolean
}

/** A run of indexes, the last one excluded. */
interface Run {
  readonly from: number
  readonly to: number
}

/** How many entries show which words are frequent in the plan. If fewer have changed, others are counted, too. */
const sampled = 12

function countSample({ before }: Pairing, comparer: StepComparer, counted: Search['steps']): void {
  const distance = Math.ceil(before.length / sampled)
  for (let index = 0; index < before.length; index += distance) {
    if (!counted.has(index))
      countStep(comparer, comparedStep(comparer, wordsOfStep(before[index]?.content ?? '')))
  }
}

/** A stem that more of the free entries have is not searched. */
const mostWithRareStem = 4

function rareStems(free: Unpaired, steps: ReadonlyMap<number, ComparedStep>): ReadonlyMap<number, number[]> {
  const places = new Map<number, number[]>()
  for (const index of free.before) {
    for (const stem of steps.get(index)?.stems ?? []) {
      const found = places.get(stem)
      if (found === undefined) places.set(stem, [index])
      else if (found.length <= mostWithRareStem) found.push(index)
    }
  }
  return places
}

function* runsIn(indexes: readonly number[]): Generator<Run> {
  for (let at = 0; at < indexes.length;) {
    const from = indexes[at] ?? 0
    let to = from
    while (indexes[at] === to) {
      at++
      to++
    }
    yield { from, to }
  }
}

/** The free entries before that follow the partner of the entry in front of the run, and those before the partner behind. */
function freeBeside({ before, partners, isTaken }: Pairing, { from, to }: Run): readonly Run[] {
  const most = to - from + farthest
  const first = from === 0 ? 0 : (partners[from - 1] ?? -1) + 1
  let end = first
  while (end < before.length && end - first < most && isTaken[end] === 0) end++
  const last = to < partners.length ? (partners[to] ?? 0) : before.length
  let start = last
  while (start > 0 && last - start < most && isTaken[start - 1] === 0) start--
  const ranges = [
    { from: first, to: end },
    { from: first <= start && start < end ? end : start, to: last },
  ]
  return ranges.filter((range) => range.from < range.to)
}

/** How far from its place in a long run a partner is searched. */
const farthest = 3
/** A longer run is compared with entries near the same place only. */
const shortRun = 16
const mostElsewhere = 8
/** Of the candidates of an entry, the best are kept. */
const mostCandidates = 3

/** A free entry after, the run that it is in, and where its partner may be. */
interface FreeStep {
  readonly index: number
  readonly step: ComparedStep
  readonly run: Run
  readonly ranges: readonly Run[]
}

function openSteps(search: Search, { after }: Unpaired, words: WordsByIndex): readonly FreeStep[] {
  const steps: FreeStep[] = []
  for (const run of runsIn(after)) {
    const ranges = freeBeside(search.pairing, run)
    for (let index = run.from; index < run.to; index++) {
      const known = words.get(index)
      if (known !== undefined) steps.push({ index, step: comparedStep(search.comparer, known), run, ranges })
    }
  }
  return steps
}

/** The best first. */
function candidatesFor(search: Search, steps: readonly FreeStep[]): readonly Candidate[] {
  const found: Candidate[] = []
  for (const step of steps) for (const candidate of bestCandidates(search, step)) found.push(candidate)
  return found.sort(
    (one, other) => other.score - one.score || one.index - other.index || one.partner - other.partner,
  )
}

function bestCandidates(search: Search, free: FreeStep): readonly Candidate[] {
  const found = candidatesInPlace(search, free)
  for (const partner of withRareStems(search, free.step)) {
    if (found.some((one) => one.partner === partner)) continue
    const score = scoreOf(search, free, partner)
    if (score > alikeAboveElsewhere)
      found.push({ index: free.index, partner, score, isSure: score > surelySame })
  }
  if (found.length <= mostCandidates) return found
  found.sort((one, other) => other.score - one.score || one.partner - other.partner)
  return found.slice(0, mostCandidates)
}

function candidatesInPlace(search: Search, { index, step, run, ranges }: FreeStep): Candidate[] {
  const found: Candidate[] = []
  const free = { index, step }
  const isLong = run.to - run.from > shortRun
  for (const range of ranges) {
    const isOnly = run.to - run.from === 1 && range.to - range.from === 1
    const place = range.from + index - run.from
    const from = isLong ? Math.max(range.from, place - farthest) : range.from
    const to = isLong ? Math.min(range.to, place + farthest + 1) : range.to
    for (let partner = from; partner < to; partner++) {
      const score = scoreOf(search, free, partner, isOnly)
      if (score > alikeAbove)
        found.push({ index, partner, score: score + inPlaceBonus, isSure: score > surelySame })
    }
  }
  return found
}

function withRareStems({ rare }: Search, { stems }: ComparedStep): readonly number[] {
  const partners: number[] = []
  for (const stem of stems) {
    const places = rare.get(stem) ?? []
    if (places.length > mostWithRareStem) continue
    for (const place of places) if (!partners.includes(place)) partners.push(place)
    if (partners.length >= mostElsewhere) break
  }
  return partners
}

function scoreOf(
  { pairing, comparer, steps, ids }: Search,
  free: Pick<FreeStep, 'index' | 'step'>,
  partner: number,
  isOnly = false,
): number {
  const one = pairing.before[partner]
  const other = pairing.after[free.index]
  const step = steps.get(partner)
  if (one === undefined || other === undefined || step === undefined) return 0
  if (pairing.isTaken[partner] === 1 || areOtherSteps(ids, one, other)) return 0
  const isSame = isOnly && isNearlySame(one.content, other.content)
  const score = isSame ? nearlySame : likeness(comparer, step, free.step)
  const isReopened = one.status === 'completed' && other.status !== 'completed'
  return isReopened ? score - reopenedPenalty : score
}
