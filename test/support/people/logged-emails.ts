/** An email as `EMAIL_DELIVERY=log` writes it, one line each. */
export type LoggedEmail = { kind: string; to: string; subject: string; link: string }

const emailPattern = /^email (?<kind>\w+) to (?<to>\S+): (?<subject>.*) (?<link>http\S+)$/

/** Whether a line of the log is an email. No other line may hold a link. */
export function isEmailLine(line: string): boolean {
  return emailPattern.test(line)
}

/** The emails in the log, oldest first; with `to`, those to one address. */
export function emailsIn(lines: readonly string[], to?: string): LoggedEmail[] {
  return lines
    .map((line) => emailPattern.exec(line)?.groups as LoggedEmail | undefined)
    .filter((email) => email !== undefined)
    .filter((email) => to === undefined || email.to === to)
}
