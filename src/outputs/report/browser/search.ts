/** What the search hides and shows: the smallest parts of the page that make sense alone. */
const searched = '.step, .turn, .problem, .changes > li, .decisions li, .look li, .markdown > *'
/** Typing goes on while a long page is searched. */
const pauseMs = 120

/** Lets the reader search; returns the field. */
export function startSearch(): HTMLInputElement | null {
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
