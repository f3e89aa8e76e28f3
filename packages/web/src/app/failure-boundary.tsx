import { Component, type ReactNode } from 'react'

type FailureBoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Shows `fallback` if its children cannot be rendered. The rest of the page is not affected. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
