import { timestampOf } from '../../../requests/context.ts'

/** A time as emails about an account show it: `2026-11-20 10:00 UTC`. */
export function momentInEmail(moment: Date): string {
  const text = timestampOf(moment)
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`
}
