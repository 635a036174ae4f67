// Receives callbacks. .NET 10 or newer: CALLBACK_SECRET=whsec_… PORT=3000 dotnet run Receiver.cs
using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

const long oldestSeconds = 300;
const int largest = 20_000_000;
var secret = Environment.GetEnvironmentVariable("CALLBACK_SECRET") ?? throw new InvalidOperationException("CALLBACK_SECRET is missing");
var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret["whsec_".Length..] : secret);
var known = new ConcurrentDictionary<string, bool>(); // in earnest: a table with a unique key

var listener = new HttpListener();
listener.Prefixes.Add($"http://*:{Environment.GetEnvironmentVariable("PORT") ?? "3000"}/");
listener.Start();
Console.WriteLine("ready");
while (true)
{
    var context = await listener.GetContextAsync();
    _ = Task.Run(() => Receive(context));
}

async Task Receive(HttpListenerContext context)
{
    try
    {
        // As it came: it is verified before anything parses it.
        using var buffer = new MemoryStream();
        var isTooLarge = context.Request.ContentLength64 is < 0 or > largest;
        if (!isTooLarge) await context.Request.InputStream.CopyToAsync(buffer);
        context.Response.StatusCode = isTooLarge ? 413 : Answer(context.Request.Headers, buffer.ToArray());
    }
    catch (Exception error)
    {
        Console.Error.WriteLine(error.Message);
        context.Response.StatusCode = 500;
    }
    context.Response.Close();
}

int Answer(System.Collections.Specialized.NameValueCollection headers, byte[] body)
{
    var id = headers["webhook-id"] ?? "";
    if (!IsGenuine(id, headers["webhook-timestamp"] ?? "", headers["webhook-signature"] ?? "", body)) return 401;
    using var message = JsonDocument.Parse(body);
    if (known.TryAdd(id, true))
    {
        var data = message.RootElement.GetProperty("data");
        var sequence = data.TryGetProperty("sequence", out var number) ? number.ToString() : "-";
        // In earnest: store it, and process it later.
        Console.WriteLine($"{id} {message.RootElement.GetProperty("type").GetString()} {sequence}");
    }
    return 204;
}

bool IsGenuine(string id, string timestamp, string signatures, byte[] body)
{
    if (!long.TryParse(timestamp, System.Globalization.NumberStyles.None, null, out var sent)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sent) > oldestSeconds) return false;
    byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
    // While a secret is replaced there are two signatures: one that is right is enough.
    return signatures.Split(' ').Any(given => CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(given)));
}
