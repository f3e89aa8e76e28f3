import { texts } from './texts.ts'

/** Returns why a sign-in at the provider failed, and what the person can do. `problem`: the code in the address, or anything. */
export function problemText(problem: string): string {
  return new Map(Object.entries(texts.problems)).get(problem) ?? texts.problems.failed
}
