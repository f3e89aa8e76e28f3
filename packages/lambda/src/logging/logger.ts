import { Logger } from '@aws-lambda-powertools/logger'

/** Takes one line of output, without its line end. */
export type WriteLine = (line: string) => void

export const writeToStandardOutput: WriteLine = (line) => {
  process.stdout.write(`${line}\n`)
}

/** Structured logs, one JSON object per line. Of what a client sent they contain only the id of its request. */
export function createLogger(
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
  writeLine: WriteLine,
): Logger {
  const logger = new Logger({ serviceName: 'cairn', logLevel })
  // The logger has no option for its output, but it writes every line, whole, to its `console`.
  Object.assign(logger, { console: { debug: writeLine, info: writeLine, warn: writeLine, error: writeLine } })
  return logger
}
