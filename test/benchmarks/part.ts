/** A part of the benchmark: something that can be measured alone. */
export type Part<Result = unknown> = {
  title: string
  /** How it is measured, for the reader of the tables: one paragraph. */
  method: string
  measure(): Promise<Result>
  /** The result as Markdown. */
  tables(result: Result): string
  /** For the summary, if the part has something to say there. */
  summary?(result: Result): string
  /** A sentence for each promise that the result breaks. */
  failures?(result: Result): string[]
}
