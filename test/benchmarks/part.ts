/** A part of the benchmark that can be measured alone. */
export type Part<Result = unknown> = {
  title: string
  /** How it is measured, in one paragraph for readers of the tables. */
  method: string
  measure(): Promise<Result>
  /** The result as Markdown. */
  tables(result: Result): string
  /** A sentence for each promise that the result breaks. */
  failures?(result: Result): string[]
}
