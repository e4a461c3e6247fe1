/** How plans are shown when the screen opens. */
export type PlanView = 'plan' | 'timeline'

export const planViews: readonly PlanView[] = ['plan', 'timeline']

export function isPlanView(word: string): word is PlanView {
  return planViews.some((view) => view === word)
}
