import type { Plan } from './plan.ts'

/** What people call a plan: its title, its first heading, a file's name, its id, else "Plan". Raw text. */
export function planTitle(plan: Plan): string {
  if (plan.title !== null && plan.title.trim() !== '') return plan.title
  const { body } = plan
  if (body.type === 'markdown' && body.heading !== null) return body.heading
  if (body.type === 'file') return fileName(body.uri)
  return plan.name.id !== null && plan.name.id.trim() !== '' ? plan.name.id : 'Plan'
}

function fileName(uri: string): string {
  if (/^data:/i.test(uri)) return 'data'
  const name = /([^/?#]+)\/*(?:[?#].*)?$/.exec(uri)?.[1] ?? uri
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
