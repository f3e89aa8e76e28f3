import { unavailable } from '@cairn/domain/storage/database/unavailable'
import type { HttpResponse, OperationEvent } from './event.ts'

/** @throws `unavailable` at the request's deadline, whatever is still pending. */
export async function withinDeadline(
  { deadline }: OperationEvent,
  respond: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let timer: NodeJS.Timeout | undefined
  const isTooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), deadline - Date.now())
  })
  try {
    return await Promise.race([respond(), isTooLate])
  } finally {
    clearTimeout(timer)
  }
}
