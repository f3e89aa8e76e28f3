import { Link } from '@tanstack/react-router'
import { Notice } from '../../../ui/states/notice.tsx'

/** A goal that was left as it is, and why. */
export type GoalFailure = { id: string; title: string; reason: string }

type GoalFailuresProps = { title: string; failures: readonly GoalFailure[] }

/** Names each goal, so that nobody has to look for those that were left out. */
export function GoalFailures({ title, failures }: GoalFailuresProps) {
  return (
    <Notice tone="bad">
      <p className="font-medium">{title}</p>
      <ul className="mt-1.5 max-h-48 space-y-1.5 overflow-y-auto text-sm">
        {failures.map(({ id, title: name, reason }) => (
          <li key={id} className="wrap-anywhere">
            <Link to="/goals/$goalId" params={{ goalId: id }} className="font-medium hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <p className="text-ink-soft">{reason}</p>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
