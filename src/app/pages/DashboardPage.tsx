/** Where the dashboard begins. */
export function Component() {
  return (
    <div className="frame pt-12">
      <title>Dashboard</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-h1">Dashboard</h1>
    </div>
  );
}
