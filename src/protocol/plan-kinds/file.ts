import { needString, type PlanReading } from './plan-reading.ts'

/** A document that lies elsewhere. */
export interface FileContent {
  readonly type: 'file'
  readonly uri: string
}

export const file: PlanReading<FileContent> = {
  read(plan, problems) {
    const uri = needString(plan, 'uri', problems)
    return uri === null ? null : { type: 'file', uri }
  },
  fits: (plan) => typeof plan['uri'] === 'string',
}
