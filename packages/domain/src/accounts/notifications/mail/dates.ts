/** A day as emails write it: `Sunday, March 28`, or `Sonntag, 28. März` with the locale `de-DE`. */
export function dayInWords(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(Date.parse(day))
}
