import { cn } from '../ui/cn.ts'

const tones: Record<string, string> = {
  GET: 'text-good',
  POST: 'text-accent',
  PUT: 'text-accent',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
}

export function Method({ method }: { method: string }) {
  return <code className={cn('font-semibold', tones[method])}>{method}</code>
}
