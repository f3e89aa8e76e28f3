import { templateNames } from './template-names.ts'
import { texts } from './texts.ts'

/** Stands for what the person has to fill in. */
const placeholder = '…'

/** The lines of a description that are as the template has them, with something to fill in. */
export function untouchedLines(description: string): string[] {
  const unfinished = templateNames.flatMap((name) =>
    texts.templates[name].description.split('\n').filter((line) => line.includes(placeholder)),
  )
  return description.split('\n').filter((line) => unfinished.includes(line.trim()))
}
