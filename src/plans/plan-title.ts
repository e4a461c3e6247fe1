import type { Plan } from './plan.ts'

/** What people call a plan: a proposed one by what it is, others by their title, its first heading, a file's name, its id, else "Plan". Raw text. */
export function planTitle(plan: Plan): string {
  if (plan.name.dialect === 'proposed') return 'Proposed plan'
  if (plan.title !== null && plan.title.trim() !== '') return plan.title
  const { body } = plan
  if (body.type === 'markdown' && body.heading !== null) return body.heading
  const file = body.type === 'file' ? fileName(body.uri) : ''
  if (file.trim() !== '') return file
  return plan.name.id !== null && plan.name.id.trim() !== '' ? plan.name.id : 'Plan'
}

/** The last part of a URI's path. By hand: an expression for it takes quadratic time for a hostile URI. */
function fileName(uri: string): string {
  if (/^data:/i.test(uri)) return 'data'
  const query = uri.search(/[?#]/)
  let end = query < 0 ? uri.length : query
  while (end > 0 && uri[end - 1] === '/') end--
  const name = uri.slice(uri.lastIndexOf('/', end - 1) + 1, end) || uri
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
