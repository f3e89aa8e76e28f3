/** A day as emails write it: `Sunday, March 28`. */
export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(Date.parse(day))
}
