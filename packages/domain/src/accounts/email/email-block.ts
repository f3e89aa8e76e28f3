/** The tones in which an email shows a word. */
export type Tone = 'good' | 'warn' | 'bad'

/**
 * A part of an email. Texts are data: renderers escape them. What people wrote goes through `nameInEmail` or `textInEmail` first,
 * because email programs turn everything that looks like an address into a link.
 */
export type EmailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** The action for the reader. */
  | { kind: 'button'; text: string; url: string }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'goals'; goals: readonly EmailGoal[] }
  | { kind: 'list'; items: readonly string[] }

/** A goal with what is to be said about it. */
export type EmailGoal = {
  title: string
  url: string
  notes: readonly { text: string; tone?: Tone | undefined }[]
}

/** The input of the renderers of an email. */
export type EmailContent = {
  subject: string
  /** The first words that lists of emails show behind the subject. */
  preview: string
  blocks: readonly EmailBlock[]
  /** Below the content: why the reader gets the email, and where to change that. */
  footer: readonly { text: string; url?: string | undefined }[]
}
