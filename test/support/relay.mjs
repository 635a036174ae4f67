// Listens on a port and passes each connection on to a socket file. A machine of a test with a network of its own reaches
// the servers of the test through it.
import { connect, createServer } from 'node:net';

const [port, path] = process.argv.slice(2);
createServer((incoming) => {
  const outgoing = connect(path);
  for (const [from, to] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
  }
}).listen(Number(port), '0.0.0.0', () => console.log('ready'));
