import { jsonIn } from '../../../lib/json/read-json.ts'
import type { ReportData } from '../revision-data.ts'
import { element, RevisionView } from './revision-view.ts'

// What moves in a report. Everything is there without it, except for a revision as a whole and the difference of any two.

const data = jsonIn(document.querySelector('#data')?.textContent ?? '') as ReportData
const views = new Map<string, RevisionView>()
for (const section of document.querySelectorAll<HTMLElement>('.revisions')) {
  const name = section.dataset['plan'] ?? ''
  const plan = Object.hasOwn(data, name) ? data[name] : undefined
  if (plan !== undefined) views.set(name, new RevisionView(section, name, plan))
}

const search = startSearch()
const keysDialog = makeKeysDialog()
document.querySelector('#keys-button')?.addEventListener('click', () => keysDialog.showModal())

/** Goes to what the address names: `#plan=main&revision=4`, or the id of an element. */
function follow(): void {
  const fragment = decoded(location.hash.slice(1))
  if (fragment === '') return
  const named = new URLSearchParams(fragment)
  const view = views.get(named.get('plan') ?? '')
  const number = named.get('revision')
  if (view !== undefined && number !== null) view.showNumber(Number(number), named.get('with'))
  else document.getElementById(fragment)?.scrollIntoView()
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

addEventListener('hashchange', follow)
follow()

/** The headings of the page, in which `j` and `k` move. */
function move(by: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>('main h2')]
  const focused = headings.indexOf(document.activeElement as HTMLElement)
  const seen = headings.findLastIndex((each) => each.getBoundingClientRect().top <= 8)
  const next = headings[Math.max(0, (focused < 0 ? seen : focused) + by)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView()
}

function viewInSight(): RevisionView | undefined {
  const plans = [...document.querySelectorAll<HTMLElement>('.plan')]
  const inSight = plans.findLast((plan) => plan.getBoundingClientRect().top <= innerHeight / 2) ?? plans[0]
  return views.get(inSight?.dataset['plan'] ?? '')
}

function foldAll(): void {
  const all = [...document.querySelectorAll<HTMLDetailsElement>('main details')]
  const isOpening = all.some((each) => !each.open)
  for (const each of all) each.open = isOpening
}

const keys: Readonly<Record<string, readonly [does: string, act: () => void]>> = {
  '/': ['search', () => search?.focus()],
  j: ['to the next heading', () => move(1)],
  k: ['to the heading before', () => move(-1)],
  '[': ['an earlier revision', () => viewInSight()?.step(-1)],
  ']': ['a later revision', () => viewInSight()?.step(1)],
  o: ['unfold or fold everything', foldAll],
  '?': ['these keys', () => keysDialog.showModal()],
}

function makeKeysDialog(): HTMLDialogElement {
  const dialog = element('dialog', { id: 'keys' }, [element('h2', {}, ['Keys']), element('dl', {}, [])])
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  document.body.append(dialog)
  return dialog
}

keysDialog
  .querySelector('dl')
  ?.append(
    ...Object.entries(keys).flatMap(([key, [does]]) => [
      element('dt', {}, [element('kbd', {}, [key])]),
      element('dd', {}, [does]),
    ]),
  )

addEventListener('keydown', (event) => {
  const { key, target } = event
  const isTyped = target instanceof HTMLInputElement && target.type === 'search'
  const isOther = isTyped || target instanceof HTMLSelectElement || keysDialog.open
  if (isOther || event.ctrlKey || event.metaKey || event.altKey) return
  const act = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (act === undefined) return
  event.preventDefault()
  act[1]()
})

// Paper cannot be unfolded.
let folded: readonly HTMLDetailsElement[] = []
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
  for (const each of folded) each.open = true
})
addEventListener('afterprint', () => {
  for (const each of folded) each.open = false
})

/** What the search hides and shows: the smallest parts of the page that make sense alone. */
const searched = '.step, .turn, .problem, .changes > li, .decisions li, .look li, .markdown > *'
/** Typing goes on while a long page is searched. */
const pauseMs = 120

/** Lets the reader search; returns the field. */
function startSearch(): HTMLInputElement | null {
  const field = document.querySelector<HTMLInputElement>('#search')
  const found = document.querySelector<HTMLElement>('#found')
  const around = document.querySelector<HTMLElement>('search')
  if (field === null || found === null || around === null) return null
  around.hidden = false
  /** Read once: the page does not change, apart from what is hidden. */
  let parts: readonly { readonly part: HTMLElement; readonly text: string }[] | null = null
  let opened: HTMLDetailsElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const search = (): void => {
    const query = field.value.trim().toLowerCase()
    for (const each of opened) each.open = false
    opened = []
    parts ??= [...document.querySelectorAll<HTMLElement>(searched)].map((part) => ({
      part,
      text: (part.textContent ?? '').toLowerCase(),
    }))
    let count = 0
    for (const { part, text } of parts) {
      const isFound = query === '' || text.includes(query)
      if (part.hidden === isFound) part.hidden = !isFound
      if (!isFound || query === '') continue
      count++
      for (
        let outer = part.closest('details');
        outer !== null;
        outer = outer.parentElement?.closest('details') ?? null
      )
        if (!outer.open) {
          outer.open = true
          opened.push(outer)
        }
    }
    document.body.classList.toggle('searching', query !== '')
    found.textContent = query === '' ? '' : count === 0 ? 'Nothing found' : `${count} found`
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, pauseMs)
  })
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') parts?.find(({ part }) => !part.hidden)?.part.scrollIntoView({ block: 'center' })
    if (key !== 'Escape') return
    field.value = ''
    search()
    field.blur()
  })
  return field
}
