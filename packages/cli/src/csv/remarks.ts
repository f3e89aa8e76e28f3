import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import type { Remark } from './table/read-row.ts'

const maximumRemarks = 100
const maximumNumbers = 5

/** Prints remarks to standard error, those that say the same of several rows as one. */
export function noteRemarks({ note }: Pick<Context, 'note'>, remarks: readonly Remark[]): void {
  const groups = new Map<string, Remark[]>()
  for (const remark of remarks) {
    const key = JSON.stringify([remark.column, remark.message])
    const group = groups.get(key)
    if (group) group.push(remark)
    else groups.set(key, [remark])
  }
  const sentences = [...groups.values()].map(sentenceOf)
  note(...sentences.slice(0, maximumRemarks))
  if (sentences.length > maximumRemarks) note(`And ${sentences.length - maximumRemarks} more: see --json.`)
}

function sentenceOf(remarks: readonly Remark[]): string {
  const [first] = remarks
  const more = remarks.length - maximumNumbers
  const numbers = remarks.slice(0, maximumNumbers).map(({ line }) => line)
  const place = `${remarks.length > 1 ? 'Lines' : 'Line'} ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const subject = first?.column ? `${place}, ${first.column}` : place
  return oneLine(`${subject}: ${first?.message}`)
}
