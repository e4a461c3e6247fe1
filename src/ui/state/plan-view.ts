/** How plans are shown when the screen opens. */
export type PlanView = 'plan' | 'timeline'
